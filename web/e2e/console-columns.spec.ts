import { openConsole } from './console'
import { expect, test } from './site'

/** The columns that each list must show in a window of 1280 px, in their order. */
const lists = [
  {
    path: '/admin/members',
    heading: 'Members',
    table: 'Registered users',
    columns: ['Name', 'Email', 'Phone', 'Location', 'Source', 'Request Type', 'Actions'],
  },
  {
    path: '/admin/members/leads',
    heading: 'Members',
    table: 'Leads',
    columns: ['Name', 'Email', 'Location', 'Source', 'Paid', 'Actions'],
  },
  {
    path: '/admin/members/paid',
    heading: 'Members',
    table: 'Paid members',
    columns: [
      'Name',
      'Email',
      'Company',
      'Total Paid (gross)',
      'Transactions',
      'Registration Date',
      'Source',
      'Actions',
    ],
  },
  {
    path: '/admin/payments',
    heading: 'Payment Tracking',
    table: 'Paid members',
    columns: ['Name', 'Email', 'Phone', 'Membership Tier', 'Company', 'Registration Date'],
  },
  {
    path: '/admin/payments/transactions',
    heading: 'Payment Tracking',
    table: 'All transactions',
    columns: ['Payment ID', 'Customer', 'Amount', 'Status', 'Method', 'Date', 'Actions'],
  },
]

for (const { path, heading, table: name, columns } of lists)
  test(`${path} shows each column at 1280 px, and names the hidden ones in a narrower window`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await openConsole(page, path, heading)
    const table = page.getByRole('table', { name })
    await expect(table.getByRole('row').nth(1)).toBeVisible()
    await expect(table.getByRole('columnheader').filter({ hasText: /\S/ })).toHaveText(columns)
    const reach = await table.evaluate((table) => ({
      window: document.documentElement.clientWidth,
      right: Math.max(...[...table.querySelectorAll('th')].map((header) => header.getBoundingClientRect().right)),
      // A text that is wider than its cell would cover the next column.
      spilled: [...table.querySelectorAll('th, td > div')]
        .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
        .map((cell) => cell.textContent),
      scrolls: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    }))
    expect(reach.right).toBeLessThanOrEqual(reach.window)
    expect(reach.spilled).toEqual([])
    expect(reach.scrolls).toBe(false)

    await page.setViewportSize({ width: 1024, height: 900 })
    const visible = (await table.getByRole('columnheader').filter({ hasText: /\S/ }).allInnerTexts()).map((text) =>
      text.trim(),
    )
    const hidden = columns.filter((column) => !visible.includes(column))
    expect(hidden.length).toBeGreaterThan(0)
    const note = page.getByText(/^Hidden in this narrow window: /)
    const named = (await note.innerText()).replace('Hidden in this narrow window: ', '').split(', ')
    expect(named.sort()).toEqual(hidden.sort())
  })
