// Settings of an organization that are entries of its metadata, and their values. All other keys are free for any use.

/** The first value is the default. */
export const organizationSettings = {
  publishing: ['editors', 'admins'],
  require_second_factor: ['false', 'true'],
  require_whitelisting: ['false', 'true'],
} as const

export type OrganizationSetting = keyof typeof organizationSettings
export type SettingValue<Key extends OrganizationSetting> = (typeof organizationSettings)[Key][number]

type Entry = { readonly key: string; readonly value: string }

/** The value of a setting. The default if the metadata has no accepted value for it. */
export function settingOf<Key extends OrganizationSetting>(metadata: readonly Entry[], key: Key): SettingValue<Key> {
  const values: readonly SettingValue<Key>[] = organizationSettings[key]
  const found = metadata.find(entry => entry.key === key)?.value
  return values.find(value => value === found) ?? (values[0] as SettingValue<Key>)
}

/** The metadata with this setting; an entry is needed only for a value that is not the default. */
export function withSetting<Key extends OrganizationSetting>(
  metadata: readonly Entry[],
  key: Key,
  value: SettingValue<Key>,
): Entry[] {
  const others = metadata.filter(entry => entry.key !== key)
  return value === organizationSettings[key][0] ? others : [...others, { key, value }]
}

export const isSettingKey = (key: string): key is OrganizationSetting => Object.hasOwn(organizationSettings, key)
