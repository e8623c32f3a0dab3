// A labeled input, select or text area with a hint or an error.

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
  /** Null if the field is labeled by something else. */
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

interface TextFieldProps extends FieldProps, InputHTMLAttributes<HTMLInputElement> {
  readonly ref?: Ref<HTMLInputElement>
}

export function TextField({ label, hint, error, ...rest }: TextFieldProps) {
  const { frame, describe } = useFieldFrame({ label, hint, error: error })
  return frame(<input className="text-field-input" {...describe} {...rest} />)
}

export function TextArea({ label, hint, error, ...rest }: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { frame, describe } = useFieldFrame({ label, hint, error: error })
  return frame(<textarea className="text-field-input" {...describe} {...rest} />)
}

export function Choice({ label, hint, error, ...rest }: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) {
  const { frame, describe } = useFieldFrame({ label, hint, error: error })
  return frame(<select className="text-field-input" {...describe} {...rest} />)
}

function useFieldFrame({ label, hint, error }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return {
    describe: { id, 'aria-invalid': error !== undefined, ...(note ? { 'aria-describedby': `${id}note` } : {}) },
    frame: (input: ReactNode) => (
      <div className="text-field">
        {label !== null && <label htmlFor={id}>{label}</label>}
        {input}
        {note && (
          <span id={`${id}note`} className={error === undefined ? 'text-field-hint' : 'text-field-fault'}>
            {note}
          </span>
        )}
      </div>
    ),
  }
}
