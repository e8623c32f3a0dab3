// What went wrong, as a sentence that is also heard.

import './fault.css'

export const Fault = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p className="fault" role="alert">
      {text}
    </p>
  ) : null
