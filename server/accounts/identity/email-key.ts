// Emails are unique and looked up without regard to case. This is the form they are compared in.

export const emailKey = (email: string): string => email.toLowerCase()
