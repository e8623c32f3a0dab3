// What went wrong, as a sentence that is also heard.

import './error-message.css'

export const ErrorMessage = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p className="fault" role="alert">
      {text}
    </p>
  ) : null
