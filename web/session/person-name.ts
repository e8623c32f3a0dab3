// The display name of a person: first and last name, or the email address.

export function nameOf(person: { first_name: string; last_name: string; email?: string }): string {
  return `${person.first_name} ${person.last_name}`.trim() || (person.email ?? '')
}
