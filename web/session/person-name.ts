// What a person is called where there is room for one name.

export function nameOf(person: { first_name: string; last_name: string; email?: string }): string {
  return `${person.first_name} ${person.last_name}`.trim() || (person.email ?? '')
}
