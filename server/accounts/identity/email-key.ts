// Emails are unique and looked up case-insensitively. This is the form in which they are compared.

export const emailKey = (email: string): string => email.toLowerCase()
