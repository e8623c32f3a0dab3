// Where a command reads a secret from: standard input or a terminal, which tests replace.

export interface SecretInput {
  readonly isTerminal: boolean
  /** Reads standard input to its end. */
  readAll(): Promise<string>
  /** Reads one line that is typed without being shown. */
  prompt(label: string): Promise<string>
}
