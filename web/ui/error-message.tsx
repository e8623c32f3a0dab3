// An error message that screen readers announce.

import './error-message.css'

export const ErrorMessage = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p className="fault" role="alert">
      {text}
    </p>
  ) : null
