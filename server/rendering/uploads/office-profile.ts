// The LibreOffice settings for reading uploaded documents: no macros, no active content, and no links that are followed or
// updated (a document could otherwise show files of the server).

interface Setting {
  readonly path: string
  readonly name: string
  readonly value: boolean | number
}

const scripting = '/org.openoffice.Office.Common/Security/Scripting'

const settings: readonly Setting[] = [
  { path: scripting, name: 'MacroSecurityLevel', value: 3 },
  { path: scripting, name: 'DisableMacrosExecution', value: true },
  { path: scripting, name: 'DisableActiveContent', value: true },
  { path: scripting, name: 'BlockUntrustedRefererLinks', value: true },
  // Links are never updated; Writer and Calc use different numbers for that.
  { path: '/org.openoffice.Office.Writer/Content/Update', name: 'Link', value: 0 },
  { path: '/org.openoffice.Office.Calc/Content/Update', name: 'Link', value: 1 },
  { path: '/org.openoffice.Office.Common/Save/Document', name: 'AutoSave', value: false },
]

export const officeProfile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${settings
  .map(
    ({ path, name, value }) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('\n')}
</oor:items>
`
