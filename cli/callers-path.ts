// npm runs commands in the project's folder; INIT_CWD is the folder in which the command was typed.

import { resolve } from 'node:path'

export const callersPath = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path)
