// Settings of earlier releases that are constants now. One that is still set has no effect, and the log says so at the start.

/** Each removed setting, with what applies instead. */
const removedSettings: Readonly<Record<string, string>> = {
  BODY_LIMIT_BYTES: 'a JSON body has at most 1,048,576 bytes',
  IMAGE_FETCHES: 'each process fetches at most 16 images by URL at the same time',
  IMAGE_FETCHES_PER_USER: 'each process fetches at most 4 images by URL for one user at the same time',
  LIBREOFFICE: 'the program soffice in PATH converts documents',
  LISTENERS_PER_USER: 'one user can have 200 listeners',
  LISTENERS_PER_WORKSPACE: 'one workspace can have 50 listeners',
  MAILS_PER_RECIPIENT_PER_HOUR: 'one user or one organization can send 20 mails an hour to one address',
}

/** Returns a warning for each removed setting that is set. */
export const removedSettingWarnings = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(removedSettings)
    .filter(([name]) => environment[name]?.trim())
    .map(([name, instead]) => `the setting ${name} was removed and has no effect: ${instead}`)
