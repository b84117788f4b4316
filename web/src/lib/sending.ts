// The names of the forms that are being sent, the newest last. An Idempotency-Key belongs to one form. The call of a form
// starts only after the code for calls is loaded, so the form is not an argument of it.

const sending: { form: string | undefined }[] = []

/** Sends something as a form. Its calls have the keys of this form until the promise settles. */
export async function sendAs<Result>(form: string | undefined, send: () => Promise<Result>): Promise<Result> {
  const entry = { form }
  sending.push(entry)
  try {
    return await send()
  } finally {
    sending.splice(sending.indexOf(entry), 1)
  }
}

/** Returns the name of the form that is being sent, or undefined for a call of a button. */
export const sentForm = () => sending.at(-1)?.form
