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

interface FieldProps {
  /** Null where something else names the field. */
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

interface TextFieldProps extends FieldProps, InputHTMLAttributes<HTMLInputElement> {
  readonly ref?: Ref<HTMLInputElement>
}

export function TextField({ label, hint, error: fault, ...rest }: TextFieldProps) {
  const { frame, describe } = useFieldFrame({ label, hint, error: fault })
  return frame(<input className="text-field-input" {...describe} {...rest} />)
}

export function TextArea({
  label,
  hint,
  error: fault,
  ...rest
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { frame, describe } = useFieldFrame({ label, hint, error: fault })
  return frame(<textarea className="text-field-input" {...describe} {...rest} />)
}

export function Choice({ label, hint, error: fault, ...rest }: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) {
  const { frame, describe } = useFieldFrame({ label, hint, error: fault })
  return frame(<select className="text-field-input" {...describe} {...rest} />)
}

function useFieldFrame({ label, hint, error: fault }: FieldProps) {
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
