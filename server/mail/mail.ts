// A mail before it is sent, and who sends it. What the mails say is in letters.ts.

export interface Mailbox {
  readonly name: string
  readonly address: string
}

export interface Mail {
  readonly to: Mailbox
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same for every try, so that a mail that comes twice is known for one. */
  readonly id: string
}

export interface Mailer {
  /** Fulfilled once the mail is in other hands, or safely on disk. Throws GiveUp where it is refused for good. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  /** Throws where mail could not be sent now; otherwise says where it goes. */
  check(): Promise<string>
  close(): Promise<void>
}

/** Without what could begin another header or another line. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
