import { expect, type Locator, type Page } from '@playwright/test'

export const password = 'Monsoon Ledger 7'

/** Creates an account for a buyer and signs them in, without the forms. */
export async function signedIn(page: Page, email: string): Promise<void> {
  const answer = await page.request.post('/api/register', {
    data: {
      name: 'Asha Rao',
      email,
      phone: '+919876543210',
      location: 'Pune, Maharashtra',
      password,
      requestType: 'membership',
    },
  })
  expect(answer.status()).toBe(201)
}

/** Chooses a plan by its button and returns the dialog. */
export async function choose(page: Page, button: string | RegExp): Promise<Locator> {
  await page.goto('/membership-plans')
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete Your Purchase' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Fills in the buyer's location, unless their profile provides it. */
export async function fillBillingDetails(dialog: Locator): Promise<void> {
  const state = dialog.getByLabel('State', { exact: true })
  if ((await state.inputValue()) === '') await state.selectOption('Maharashtra')
  const pin = dialog.getByRole('textbox', { name: 'PIN code' })
  if ((await pin.inputValue()) === '') await pin.fill('411001')
}

/** Continues to the provider's checkout and waits until it accepts a payment. */
export async function proceed(page: Page, dialog: Locator): Promise<Locator> {
  await fillBillingDetails(dialog)
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  const checkout = page.getByRole('dialog', { name: 'Boardcircle' })
  await expect(checkout.getByRole('button', { name: /^Pay [₹$]/ })).toBeVisible()
  return checkout
}

/** Pays in the checkout. */
export async function pay(checkout: Locator): Promise<void> {
  await checkout.getByRole('button', { name: /^Pay [₹$]/ }).click()
}

/** Reloads the member's page until it shows something. */
export async function expectOnMembersPage(page: Page, what: (page: Page) => Locator): Promise<void> {
  await expect(async () => {
    await page.goto('/account/billing')
    await expect(what(page)).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
}

/** The records of the fake Razorpay, newest first. */
export type RazorpayState = {
  orders: { id: string; amount: number; status: string; notes: { transactionId?: string } }[]
  payments: { id: string; amount: number; status: string; email: string }[]
  switches: object
}

export async function razorpayState(page: Page): Promise<RazorpayState> {
  return (await page.request.get('/sandbox/razorpay/state.json')).json()
}

/** Makes the fake Razorpay fail in some way. Without arguments it works again. */
export async function breakRazorpay(page: Page, switches: object = {}): Promise<void> {
  expect((await page.request.post('/sandbox/razorpay/switches', { data: switches })).ok()).toBe(true)
}

/** Triggers an event at the fake Razorpay, such as a capture or a dispute. */
export async function actAtRazorpay(page: Page, act: string, id: string): Promise<void> {
  expect((await page.request.post('/sandbox/razorpay/acts', { form: { act, id } })).ok()).toBe(true)
}
