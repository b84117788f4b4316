import {
  actAtRazorpay,
  breakRazorpay,
  choose,
  expectOnMembersPage,
  fillBillingDetails,
  password,
  pay,
  proceed,
  razorpayState,
  signedIn,
} from './buyer'
import { accessibilityViolations, overflows } from './faults'
import { textOf } from './pdf'
import { expect, freshEmail, test } from './site'
import { expectNoFaults } from './walk'

test('a visitor chooses a plan, creates an account, pays, and reads the receipt', async ({ page, site }) => {
  const email = freshEmail('life')
  await page.goto('/membership-plans')
  await page.getByRole('button', { name: 'Join for Life' }).click()
  await expect(page.getByText('Login Required')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fmembership-plans&tierId=/)

  await page.getByRole('tab', { name: 'Register' }).click()
  const form = page.getByRole('tabpanel', { name: 'Register' })
  await form.getByLabel('Full name').fill('Asha Rao')
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Phone', { exact: true }).fill('+91 98765 43210')
  await form.getByLabel('Location').fill('Pune, Maharashtra')
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Create account' }).click()

  const dialog = page.getByRole('dialog', { name: 'Complete Your Purchase' })
  await expect(dialog.getByText('Lifetime Membership')).toBeVisible()
  await expect(dialog.getByLabel('Full name')).toHaveValue('Asha Rao')
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await expect(dialog.getByLabel('Phone')).toHaveValue('+919876543210')
  await expect(dialog.getByText('₹25,000', { exact: true })).toBeVisible()
  await expect(dialog.getByText('₹4,500', { exact: true })).toBeVisible()
  await expect(dialog.getByText('₹29,500', { exact: true })).toBeVisible()

  const checkout = await proceed(page, dialog)
  await expect(checkout.getByText('₹29,500', { exact: true })).toBeVisible()
  await pay(checkout)
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page.getByText(/membership is activated.*₹29,500 including GST/)).toBeVisible()
  await expect(page).toHaveURL(`${site.url}/thank-you`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Thank you/)
  await expect(page.getByRole('heading', { name: 'Your next session' })).toBeVisible()
  await expect(page.getByText('Hosted by')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You will meet' })).toBeVisible()
  expect(await page.getByRole('heading', { name: 'You will meet' }).locator('+ ul').getByRole('link').count()).toBe(3)
  await expect(page.getByRole('link', { name: 'Open the circle' })).toHaveAttribute('href', '/circle')

  await page.getByRole('link', { name: 'Your Membership' }).click()
  await expect(page.getByRole('heading', { name: 'Lifetime Membership' })).toBeVisible()
  await expect(page.getByText('It has no end.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: '₹29,500' })
  await expect(row.getByText('Completed')).toBeVisible()
  const path = (await row.getByRole('link', { name: /Download/ }).getAttribute('href')) ?? ''
  const receipt = await page.request.get(path)
  expect(receipt.headers()['content-type']).toBe('application/pdf')
  const text = textOf(await receipt.body())
  for (const words of ['Asha Rao', 'Lifetime Membership', '25,000', '4,500', '29,500']) expect(text).toContain(words)

  await site.mail(email, /receipt|payment/i)
  await page.context().clearCookies()
  expect((await page.request.get(path)).status()).toBeGreaterThanOrEqual(401)
})

test('a member who signs in returns to the tier that they chose', async ({ page }) => {
  const email = freshEmail('back')
  await signedIn(page, email)
  await page.context().clearCookies()
  await page.goto('/membership-plans')
  await page.getByRole('button', { name: 'Join for a Year' }).click()
  const form = page.getByRole('tabpanel', { name: 'Login' })
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Password or 4-digit PIN').fill(password)
  await form.getByRole('button', { name: 'Login', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete Your Purchase' })
  await expect(dialog.getByText('Annual Membership')).toBeVisible()

  await page.reload()
  await expect(dialog.getByText('Annual Membership')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Join for a Year' })).toBeFocused()
  await expect(page).not.toHaveURL(/tierId/)
})

test('a click on a plan is applied once the script has loaded', async ({ page }) => {
  await signedIn(page, freshEmail('early'))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/membership-plans', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Join for a Year' }).click({ noWaitAfter: true })
  await expect(page).toHaveURL(/tierId=/)
  release()
  await expect(
    page.getByRole('dialog', { name: 'Complete Your Purchase' }).getByText('Annual Membership'),
  ).toBeVisible()
})

for (const { button, name, total, left } of [
  { button: 'Join for a Year', name: 'Annual Membership', total: '₹7,080', left: /^36[56]$/ },
  { button: 'Subscribe Now', name: 'Monthly Membership', total: '₹708', left: /^(28|29|30|31)$/ },
])
  test(`the ${name} renews, is not sold twice, and can be cancelled`, async ({ page }) => {
    await signedIn(page, freshEmail('renews'))
    const form = await choose(page, new RegExp(button))
    await expect(form.getByText(`By paying you set up a mandate: ${total} is charged today`)).toBeVisible()
    const checkout = await proceed(page, form)
    await expect(checkout.getByText(total, { exact: true })).toBeVisible()
    await pay(checkout)
    await expect(page.getByText('Payment Successful!')).toBeVisible()
    await expect(page).toHaveURL(/thank-you/)
    await expectOnMembersPage(page, (page) => page.getByRole('heading', { name }))
    await expect(page.getByText(left)).toBeVisible()
    await expect(page.getByText('Active')).toBeVisible()
    await expect(page.getByText(`We charge ${total} through your mandate`)).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await overflows(page)).toEqual([])

    await page.goto('/membership-plans')
    const entry = page.getByRole('article', { name })
    await expect(entry.getByText('Your membership')).toBeVisible()
    await expect(entry.getByText(/It renews on/)).toBeVisible()
    await expect(entry.getByRole('button')).toHaveText(/Buy for your team/)

    await page.goto('/account/billing')
    await page.getByRole('button', { name: 'Cancel renewal' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel renewal' }).click()
    await expect(page.getByText('Renewal Cancelled')).toBeVisible()
    await expect(page.getByText('You have cancelled the renewal. You will not be charged again.')).toBeVisible()
    await page.getByRole('link', { name: 'Renew again' }).click()
    await expect(entry.getByText(/and does not renew/)).toBeVisible()

    await entry.getByRole('button').click()
    const again = page.getByRole('dialog', { name: 'Complete Your Purchase' })
    await expect(again.getByText('Your current membership ends on that day. Nothing is charged today.')).toBeVisible()
    await pay(await proceed(page, again))
    await expect(page.getByText('Mandate Set Up')).toBeVisible()
    await expect(page.getByText(/The first charge of .* is made on .* You can cancel/)).toBeVisible()
  })

test('a member pauses and resumes the renewal, updates the card, and changes to another plan', async ({ page }) => {
  await signedIn(page, freshEmail('pauses'))
  await pay(await proceed(page, await choose(page, /Subscribe Now/)))
  await expect(page).toHaveURL(/thank-you/)
  await expectOnMembersPage(page, (page) => page.getByRole('heading', { name: 'Monthly Membership' }))

  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause renewal' }).click()
  await expect(page.getByText('The mandate is paused, so nothing is charged.')).toBeVisible()
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(page.getByText(/We charge .* through your mandate/)).toBeVisible()

  await page.getByRole('link', { name: 'Update card' }).click()
  await expect(page.getByText('Nothing is charged today.')).toBeVisible()
  await page.getByRole('button', { name: 'Update card' }).click()
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(page.getByText('Your card was updated')).toBeVisible()
  await expect(page).toHaveURL(/\/account$/)

  // If the answer is lost, the page does not confirm the card but sends the request again.
  await page.route('**/api/payments/verify', (route) => route.abort())
  await page.goto('/account/card')
  await page.getByRole('button', { name: 'Update card' }).click()
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(page.getByRole('dialog', { name: 'We are checking your new card' })).toBeVisible()
  await expect(page.getByText('Your card was updated')).toHaveCount(0)
  await page.unroute('**/api/payments/verify')
  await expect(page.getByText('Your card was updated')).toBeVisible()
  await expect(page).toHaveURL(/\/account$/)

  const yearly = await choose(page, /Join for a Year/)
  await expect(yearly.getByText('Your current membership ends on that day. Nothing is charged today.')).toBeVisible()
  await pay(await proceed(page, yearly))
  await expect(page.getByText('Mandate Set Up')).toBeVisible()
  await page.goto('/account')
  await expect(page.getByText(/^Annual Membership follows on /)).toBeVisible()
  await page.goto('/account/billing')
  await expect(page.getByRole('heading', { name: 'Monthly Membership' })).toBeVisible()
  await expect(page.getByText(/^The first charge of ₹7,080 is made on /)).toBeVisible()
})

test('a plan with a payment link is paid on the page of the buyer’s link, and the membership starts', async ({
  page,
  site,
  browser,
}) => {
  await signedIn(page, freshEmail('patron'))
  const dialog = await choose(page, 'Become a Patron')
  await expect(dialog.getByText('₹1,18,000')).toBeVisible()
  await fillBillingDetails(dialog)
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page).toHaveURL(/\/sandbox\/razorpay\/links\/plink_/)
  await expect(page.getByText('₹1,18,000').first()).toBeVisible()
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('alert')).toHaveText(/declined by the bank/)
  await page.getByRole('button', { name: /^Pay/ }).first().click()
  await expect(page).toHaveURL(new RegExp(`^${site.url}/thank-you`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, and welcome to the circle')
  await expect(page.getByRole('heading', { name: 'You will meet' })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  // Without a session the page does not know the buyer, so it names the public session and no members.
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(page.url())
  await expect(elsewhere.getByRole('heading', { name: 'The next session' })).toBeVisible()
  await expect(elsewhere.getByRole('heading', { name: 'You will meet' })).toBeHidden()
  await elsewhere.context().close()

  await expectOnMembersPage(page, (page) => page.getByRole('row').getByText('Completed'))

  await page.goto('/thank-you')
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you', exact: true })).toBeVisible()
})

test('a payment that the bank refuses costs nothing, and can be repeated', async ({ page }) => {
  await signedIn(page, freshEmail('refused'))
  const checkout = await proceed(page, await choose(page, 'Join for Life'))
  await checkout.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByText('Payment Failed')).toBeVisible()
  await expect(page.getByRole('alert').getByText(/declined by the bank/)).toBeVisible()
  await checkout.getByRole('button', { name: 'Close' }).last().click()
  // The form is open again with the reason and what the buyer has typed.
  const dialog = page.getByRole('dialog', { name: 'Complete Your Purchase' })
  await expect(dialog.getByText(/declined by the bank/)).toBeVisible()
  await expect(dialog.getByLabel('PIN code')).not.toHaveValue('')
  await expectOnMembersPage(page, (page) => page.getByRole('row').getByText('Failed'))
  await expect(page.getByText('No membership yet')).toBeVisible()

  await pay(await proceed(page, await choose(page, 'Join for Life')))
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expectOnMembersPage(page, (page) => page.getByRole('row').getByText('Completed'))
  await expect(page.getByRole('row').filter({ hasText: '₹29,500' })).toHaveCount(1)
})

test('a closed checkout changes nothing, and a double click creates one order', async ({ page }) => {
  await signedIn(page, freshEmail('closed'))
  const before = (await razorpayState(page)).orders.length
  const dialog = await choose(page, 'Join for Life')
  await fillBillingDetails(dialog)
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).dblclick()
  const checkout = page.getByRole('dialog', { name: 'Boardcircle' })
  await expect(page.getByText('Order Created')).toBeVisible()
  await checkout.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Your payment was cancelled. You can try again anytime.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join for Life' })).toBeFocused()
  await expect(page).toHaveURL(/\/membership-plans$/)

  await proceed(page, await choose(page, 'Join for Life'))
  expect((await razorpayState(page)).orders.length).toBe(before + 1)
})

test('a buyer who closes the form while the order is created is not asked to pay', async ({ page }) => {
  await signedIn(page, freshEmail('left'))
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/payments/create-order', async (route) => {
    await held
    await route.continue()
  })
  const dialog = await choose(page, 'Join for Life')
  await fillBillingDetails(dialog)
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Join for a Year' }).click()
  const other = page.getByRole('dialog', { name: 'Complete Your Purchase' })
  const answered = page.waitForResponse('**/api/payments/create-order')
  answer()
  await answered
  await other.getByLabel('Name').fill('Kavita Subramanian')
  await expect(page.getByRole('dialog', { name: 'Boardcircle' })).toHaveCount(0)
  await expect(other.getByRole('button', { name: 'Proceed to Payment' })).toBeVisible()
})

test('a payment whose callback is lost is completed by the webhook', async ({ page, site }) => {
  const email = freshEmail('lost')
  await signedIn(page, email)
  const checkout = await proceed(page, await choose(page, 'Join for Life'))
  await checkout.getByRole('button', { name: 'Pay and drop the callback' }).click()
  await expect(checkout).toBeHidden()
  await expectOnMembersPage(page, (page) => page.getByRole('heading', { name: 'Lifetime Membership' }))
  await site.mail(email, /receipt|payment/i)

  await page.goto('/membership-plans')
  const entry = page.getByRole('article', { name: 'Lifetime Membership' })
  await expect(entry.getByText('You have this membership for life.')).toBeVisible()
  await expect(entry.getByRole('button')).toHaveText(/Buy for your team/)
})

test('the page waits for a payment that is not captured yet', async ({ page }) => {
  await signedIn(page, freshEmail('waits'))
  await breakRazorpay(page, { lifecycle: 'authorized-only' })
  const checkout = await proceed(page, await choose(page, 'Join for Life'))
  await pay(checkout)
  const waiting = page.getByRole('dialog', { name: 'We are confirming your payment' })
  await expect(waiting.getByText(/Please don’t pay again/)).toBeVisible()
  await breakRazorpay(page)
  await actAtRazorpay(page, 'capture', (await razorpayState(page)).payments[0]?.id ?? '')
  await expect(page.getByText('Payment Successful!')).toBeVisible({ timeout: 30_000 })
  await expect(waiting).toBeHidden()
  await expect(page).toHaveURL(/thank-you/)
})

test('a failing provider is reported in a clear sentence, and no order is lost', async ({ page }) => {
  await signedIn(page, freshEmail('trouble'))
  await breakRazorpay(page, { fault: 'commit-then-502', only: 'POST /orders' })
  const before = (await razorpayState(page)).orders.length
  const dialog = await choose(page, 'Join for Life')
  await proceed(page, dialog) // the order whose answer was lost is found by its receipt
  expect((await razorpayState(page)).orders.length).toBe(before + 1)

  await breakRazorpay(page, { fault: '500-html' })
  await page.reload()
  const again = await choose(page, 'Join for a Year')
  await again.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(again.getByText(/Nothing was charged/)).toBeVisible()
  await expect(page.getByText('Payment Error').first()).toBeVisible()
  await breakRazorpay(page)
})

test('a checkout script that does not load is reported', async ({ page }) => {
  await signedIn(page, freshEmail('script'))
  await page.route('**/checkout.js', (route) => route.abort())
  const dialog = await choose(page, 'Join for Life')
  await fillBillingDetails(dialog)
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByText('Payment System Error')).toBeVisible()
  await expect(page.getByText('Payment system is not available. Please refresh the page and try again.')).toBeVisible()

  await page.unroute('**/checkout.js')
  await proceed(page, dialog)
})

test('the dialog shows each mistake', async ({ page }) => {
  await signedIn(page, freshEmail('mistakes'))
  const dialog = await choose(page, 'Join for Life')
  await dialog.getByLabel('Full name').fill('A')
  await dialog.getByLabel('Email').fill('asha')
  await dialog.getByLabel('Phone').fill('98765')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  for (const message of [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Phone number must be at least 10 digits',
  ])
    await expect(dialog.getByText(message)).toBeVisible()
})

test('a company pays with its GSTIN, and finds the invoice among its documents', async ({ page }) => {
  await signedIn(page, freshEmail('company'))
  const dialog = await choose(page, 'Join for Life')
  await expect(dialog.getByLabel('State', { exact: true })).toHaveValue('27') // from "Pune, Maharashtra"
  await dialog.getByLabel('State', { exact: true }).selectOption('')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(dialog.getByText('Please choose your state')).toBeVisible()
  await expect(dialog.getByText('Please enter your PIN code')).toBeVisible()
  await dialog.getByLabel('My company').check()
  await dialog.getByLabel('Company’s legal name').fill('Rao Textiles Private Limited')
  await dialog.getByLabel('GSTIN').fill('29AAGCB7383J1Z5')
  await dialog.getByLabel('Address').fill('12 Residency Road\nBengaluru')
  await fillBillingDetails(dialog)
  await dialog.getByRole('textbox', { name: 'PIN code' }).fill('560025') // in the state of the GSTIN
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(dialog.getByText(/This is not a GSTIN/)).toBeVisible()
  await dialog.getByLabel('GSTIN').fill('29AAGCB7383J1Z4')
  expect(await accessibilityViolations(page)).toEqual([])
  await pay(await proceed(page, dialog))
  await expect(page).toHaveURL(/thank-you/)
  await page.getByRole('link', { name: 'Your Membership' }).click()
  const billing = page.getByRole('region', { name: 'Billing details' })
  await expect(billing.getByLabel('GSTIN')).toHaveValue('29AAGCB7383J1Z4')
  await expect(billing.getByLabel('State', { exact: true })).toHaveValue('29')
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await overflows(page)).toEqual([])
  const path = (await billing.getByRole('link', { name: /^Download/ }).getAttribute('href')) ?? ''
  const text = textOf(await (await page.request.get(path)).body())
  for (const words of ['Rao Textiles Private Limited', 'Asha Rao', '12 Residency Road', '29,500'])
    expect(text).toContain(words)
})

test('a plan that an admin changes is on the page after a reload, and in its HTML for crawlers', async ({
  page,
  request,
}) => {
  const staff = await request.post('/api/admin/login', {
    data: { username: 'demo', password: 'Boardcircle-Demo-1' },
  })
  expect(staff.ok()).toBe(true)
  const tier = {
    name: 'Observer Membership',
    price: '1178.50',
    duration: 'monthly',
    sortOrder: 90,
    features: ['A chair'],
  }
  const created = await request.post('/api/membership-tiers', { data: tier })
  const { id } = (await created.json()) as { id: string }
  // On a busy machine the server may render the page only after a reload, so the test polls its HTML first.
  const rendered = async () => {
    const html = await (await page.request.get('/membership-plans')).text()
    return html.slice(html.indexOf('id="root"'), html.indexOf('id="state"'))
  }
  await expect.poll(rendered).toContain('Observer Membership')
  await page.goto('/membership-plans')
  const entry = page.getByRole('article', { name: 'Observer Membership' })
  await expect(entry.getByText('₹1,178.50')).toBeVisible()
  await expect(entry.getByText('Paid once')).toBeVisible()
  await expect(entry.getByRole('button', { name: 'Choose Plan' })).toBeVisible()

  expect((await request.put(`/api/membership-tiers/${id}`, { data: { isActive: 'false' } })).ok()).toBe(true)
  await expect.poll(rendered).not.toContain('Observer Membership')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Lifetime Membership' })).toBeVisible()
  await expect(entry).toBeHidden()
  expect((await request.delete(`/api/membership-tiers/${id}`)).status()).toBe(204)
})

test('the plans page says that there are no plans, or that they cannot be loaded', async ({ page, site }) => {
  await page.goto('/') // after hydration the script loads the list; before, a link would load a page
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await page.route('**/api/membership-tiers*', (route) => route.fulfill({ json: [] }))
  // Payment pages are loaded in full, here as the empty shell, which loads the plans itself.
  await page.route(/\/membership-plans$/, async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${site.url}/admin` }) }),
  )
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Membership' }).click()
  await expect(page.getByRole('heading', { name: 'Membership Plans Coming Soon' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join Our Waitlist' })).toHaveAttribute('href', '/#register')

  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await page.route('**/api/membership-tiers*', (route) => route.fulfill({ status: 500, body: 'x' }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Membership' }).click()
  await expect(page.getByText('Currently setting up membership plans. Please check back soon!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible()
})

test("the purchase and the member's page are accessible in both themes and on a phone", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signedIn(page, freshEmail('axe'))
  await page.goto('/account')
  await expect(page.getByText('No membership yet')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  const dialog = await choose(page, 'Join for a Year')
  expect(await accessibilityViolations(page)).toEqual([])
  await pay(await proceed(page, dialog))
  await expect(page).toHaveURL(/thank-you/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoFaults(page, 'content')
  await expectOnMembersPage(page, (page) => page.getByRole('heading', { name: 'Annual Membership' }))
  await expectNoFaults(page, 'content')
})
