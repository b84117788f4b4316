import type { ReactNode } from 'react'
import { paths } from '@/lib/paths'
import { LinkTabs } from '@/ui/link-tabs'
import { PageHead } from '@/ui/page-head'
import { useEInvoices } from './api'

/** What the pages of the books have in common. */
export function BooksFrame({ children }: { children: ReactNode }) {
  const { data } = useEInvoices()
  return (
    <>
      <PageHead
        title="Books"
        lede="What was invoiced, credited and paid out, month by month in Indian Standard Time, for the accountant and the return."
      />
      <LinkTabs
        label="Books"
        tabs={[
          { to: paths.adminBooks, label: 'Registers' },
          { to: paths.adminEInvoices, label: 'E-invoices', count: data?.waiting || undefined },
          { to: paths.adminSettlements, label: 'Settlements' },
        ]}
      />
      {children}
    </>
  )
}
