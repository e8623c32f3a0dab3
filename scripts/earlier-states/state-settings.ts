// The settings of a server that is filled, and its owner.

import { publicUrl } from './fill-programs.ts'

export const owner = { email: 'admin@example.com', password: 'mosaic floor' }

export const secretKey = 'the key of the secrets of an earlier state'

export const stateSettings = {
  ...{ PUBLIC_URL: publicUrl, SECRET_KEY: secretKey, DEMO: '0', OUTBOUND_ALLOW: '127.0.0.1' },
  ...{ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' },
}
