// The data of a nomination that fills in the sign-up form. It is stored until the tab is closed.

export type SignUp = { name: string; email: string; phone: string; location: string }

const key = 'sign-up'

/** Stores the data for the sign-up form. */
export function storeSignUp(signUp: SignUp): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(signUp))
  } catch {
    // Without storage the form starts empty.
  }
}

/** Returns the stored data; empty without any. */
export function storedSignUp(): Partial<SignUp> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<SignUp>
  } catch {
    return {}
  }
}
