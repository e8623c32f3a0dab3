// The settings of the server.

export { type Config, type OidcConfig, readConfig } from './config.ts'
export { ConfigError } from './config-error.ts'
export { isLoopbackHost, type Mailbox, readMailbox, readSmtpUrl, type SmtpServer } from './mail-settings.ts'
export { removedSettingWarnings } from './removed-settings.ts'
export { isGuessable } from './secret-values.ts'
