// The columns of tables whose rows change.

export interface Times {
  created_at: string
  updated_at: string
}
