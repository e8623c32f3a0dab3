// An invalid setting. The message names it.

export class ConfigError extends Error {}
