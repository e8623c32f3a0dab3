// A labelled input, choice or text area, with what is wrong about its value where something is.

import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import './text-field.css'

interface Around {
  /** Null where something else names the field. */
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly fault?: string | undefined
}

interface TextFieldProps extends Around, InputHTMLAttributes<HTMLInputElement> {
  readonly ref?: Ref<HTMLInputElement>
}

export function TextField({ label, hint, fault, ...rest }: TextFieldProps) {
  const { frame, describe } = useFrame({ label, hint, fault })
  return frame(<input className="text-field-input" {...describe} {...rest} />)
}

export function TextArea({ label, hint, fault, ...rest }: Around & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { frame, describe } = useFrame({ label, hint, fault })
  return frame(<textarea className="text-field-input" {...describe} {...rest} />)
}

export function Choice({ label, hint, fault, ...rest }: Around & SelectHTMLAttributes<HTMLSelectElement>) {
  const { frame, describe } = useFrame({ label, hint, fault })
  return frame(<select className="text-field-input" {...describe} {...rest} />)
}

function useFrame({ label, hint, fault }: Around) {
  const id = useId()
  const note = fault ?? hint
  return {
    describe: { id, 'aria-invalid': fault !== undefined, ...(note ? { 'aria-describedby': `${id}note` } : {}) },
    frame: (input: ReactNode) => (
      <div className="text-field">
        {label !== null && <label htmlFor={id}>{label}</label>}
        {input}
        {note && (
          <span id={`${id}note`} className={fault === undefined ? 'text-field-hint' : 'text-field-fault'}>
            {note}
          </span>
        )}
      </div>
    ),
  }
}
