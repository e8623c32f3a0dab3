// Where a command reads a secret from: standard input or a terminal, which tests replace.

export interface SecretInput {
  readonly isTerminal: boolean
  /** Standard input to its end. */
  readAll(): Promise<string>
  /** One line that is typed and not shown. */
  prompt(label: string): Promise<string>
}
