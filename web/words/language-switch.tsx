// The choice of the language, each named as its speakers name it.

import { type Language, languages } from '@tessera/contract/languages'
import { chooseLanguage, isTranslated, useLanguage } from './language.ts'
import './language-switch.css'

/** Nothing on a page that speaks English alone. */
export function LanguageSwitch({ label }: { label: string }) {
  const current = useLanguage()
  if (!isTranslated()) return null
  return (
    <fieldset className="language-switch">
      <legend>{label}</legend>
      {Object.entries(languages).map(([language, name]) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          onClick={() => chooseLanguage(language as Language)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
