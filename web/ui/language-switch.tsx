// The choice of the language. Each language has its own name.

import { type Language, languages } from '@tessera/contract/languages'
import { chooseLanguage, useLanguage } from '../messages/language.ts'
import { Button } from './button.tsx'
import './language-switch.css'

interface SwitchProps {
  readonly label: string
  readonly onChoose: (language: Language) => void
}

/** All languages, under a heading. */
export function LanguageSwitch({ label, onChoose }: SwitchProps) {
  const current = useLanguage()
  return (
    <fieldset className="language-switch">
      <legend>{label}</legend>
      {Object.entries(languages).map(([language, name]) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          onClick={() => {
            chooseLanguage(language as Language)
            onChoose(language as Language)
          }}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}

/** Only the other languages, for places with little room. */
export function OtherLanguages() {
  const current = useLanguage()
  return Object.entries(languages)
    .filter(([language]) => language !== current)
    .map(([language, name]) => (
      <Button key={language} variant="quiet" lang={language} onClick={() => chooseLanguage(language as Language)}>
        {name}
      </Button>
    ))
}
