// The settings of the server.

export { type Config, type OidcConfig, readConfig } from './config.ts'
export { isLoopbackHost, type Mailbox, readMailbox, readSmtpUrl, type SmtpServer } from './mail-settings.ts'
export { removedSettingWarnings } from './removed-settings.ts'
export { ConfigError } from './setting-values.ts'
