// Parses the stages and instructions of a Dockerfile; only what this project uses is supported.

export interface Instruction {
  readonly name: string
  readonly value: string
}

export function parseDockerfile(text: string): Instruction[][] {
  const lines = text
    .split('\n')
    .filter(line => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(line => line.trim() !== '')
  const stages: Instruction[][] = []
  for (const line of lines) {
    const [, name = '', value = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, value })
  }
  return stages
}

/** Parses the arguments of an instruction in the exec form: a JSON list. */
export const readWords = (value: string): string[] => JSON.parse(value)
