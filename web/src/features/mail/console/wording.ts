import type { Wording } from './api'

/** The dialog that asks for the password before the text of an email is changed. */
export const reauthentication = {
  title: 'Change this text?',
  children: 'This email has a secret link, or is about security or money. Please enter your password again.',
}

/** A wording as one string, so that two can be compared. */
export function encode(wording: Wording): string {
  return JSON.stringify(pick(wording))
}

/** A wording without the other properties of its object. */
export function pick({ subject, preview, body, footnote }: Wording): Wording {
  return { subject, preview, body, footnote }
}
