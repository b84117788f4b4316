import { expect, type Page } from '@playwright/test'

/** Fills in the nomination form as a director would, and gives the consent by default. */
export async function fillNomination(page: Page, email: string | null, agree = true): Promise<void> {
  await page.getByLabel('Full name').fill('Kavita Subramanian')
  if (email !== null) await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Phone', { exact: true }).fill('+91 98765 43210')
  await page.getByLabel('City').fill('Chennai')
  await page.getByLabel('Current designation').fill('Independent Director')
  await page.getByLabel('Company name').fill('Coromandel Looms Ltd')
  await page.getByLabel('Industry').selectOption('manufacturing')
  await page.getByLabel('Years of experience').selectOption('10+')
  await page.getByLabel('Director type').selectOption('independent')
  await page.getByLabel('Number of boards').selectOption('2')
  await page.getByLabel('Current boards').fill('Coromandel Looms Ltd, audit committee\nMarina Ports Ltd')
  await page.getByText('Finance', { exact: true }).click()
  await page.getByText('Governance', { exact: true }).click()
  await page.getByLabel('How you heard about us').selectOption('linkedin')
  await page.getByLabel('Preferred meeting format').selectOption('hybrid')
  await page.getByLabel('Why you are interested').fill('To pass on what two boards have taught me.')
  if (agree) await page.getByRole('checkbox', { name: /I confirm that I currently serve/ }).check()
}

/** Opens the landing page at the form and waits until it can be used. */
export async function openNomination(page: Page): Promise<void> {
  await page.goto('/#register')
  await page.getByRole('button', { name: 'Submit Nomination' }).scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
}

/** Creates a nomination as if a visitor had sent it. */
export async function sendNomination(page: Page, name: string, email: string): Promise<void> {
  const answer = await page.request.post('/api/registrations', {
    data: {
      name,
      email,
      phone: '+91 98765 43210',
      city: 'Chennai',
      linkedinUrl: 'https://www.linkedin.com/in/nominee',
      currentDesignation: 'Independent Director',
      companyName: 'Coromandel Looms Ltd',
      industry: 'manufacturing',
      yearsOfExperience: '10+',
      directorType: 'independent',
      currentBoards: 'Coromandel Looms Ltd\nMarina Ports Ltd',
      numberOfBoards: '2',
      areasOfExpertise: ['finance'],
      howDidYouHear: 'linkedin',
      whyInterested: 'To learn from <b>others</b>.',
      preferredMeetingFormat: 'hybrid',
      agreeTerms: true,
    },
  })
  expect(answer.status()).toBe(201)
}
