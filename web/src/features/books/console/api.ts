import { useQuery } from '@tanstack/react-query'
import type { FormValues } from '@/lib/form-schema'
import type {
  BooksMonth,
  EInvoices,
  exchangeRateForm,
  Registers,
  reauthenticateForm,
  registerEInvoiceForm,
  reopenMonthForm,
  SettlementDetail,
} from '@/lib/generated'
import { useLiveQuery } from '@/lib/live'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

export const rowsPerPage = 50

export type RegisterName = 'invoices' | 'credit-notes' | 'receipts'

/** The months of the books, newest first. */
export const useMonths = () =>
  useQuery({
    queryKey: queryKeys.booksMonths,
    queryFn: ({ signal }) => send<BooksMonth[]>('/api/books/months', { signal }),
  })

/** The totals of a month, and a page of one of its registers. */
export const useRegisters = (month: string, register: RegisterName, page: number) =>
  useLiveQuery<Registers>(
    {
      queryKey: queryKeys.registers(month, { register, page }),
      path: `/api/books/registers?${new URLSearchParams({ month, register, page: String(page), perPage: String(rowsPerPage) })}`,
      enabled: month !== '',
    },
    ['payments', 'settings'],
  )

/** The documents that still have to be registered with the tax portal. */
export const useEInvoices = () =>
  useLiveQuery<EInvoices>({ queryKey: queryKeys.eInvoices, path: '/api/books/e-invoices' }, ['payments', 'settings'])

/** Records the answer of the registration portal. */
export const useRegisterEInvoices = () =>
  useServerMutation('registerEInvoices', (body: Partial<FormValues<typeof registerEInvoiceForm>>) =>
    send<EInvoices>('/api/books/e-invoices', { method: 'POST', body }),
  )

const monthPath = (month: string, step: string) => `/api/books/months/${encodeURIComponent(month)}/${step}`

/** Closes a month. */
export const useCloseMonth = () =>
  useServerMutation('changeMonth', ({ month, body }: { month: string; body: FormValues<typeof reauthenticateForm> }) =>
    send<BooksMonth[]>(monthPath(month, 'close'), { method: 'POST', body }),
  )

/** Reopens the month that was closed last. */
export const useReopenMonth = () =>
  useServerMutation('changeMonth', ({ month, body }: { month: string; body: FormValues<typeof reopenMonthForm> }) =>
    send<BooksMonth[]>(monthPath(month, 'reopen'), { method: 'POST', body }),
  )

/** Records a currency's rate in rupees. */
export const useEnterRate = () =>
  useServerMutation('changeMonth', ({ month, body }: { month: string; body: FormValues<typeof exchangeRateForm> }) =>
    send<BooksMonth[]>(monthPath(month, 'rate'), { method: 'PUT', body }),
  )

/** A settlement with its items. */
export const useSettlement = (id: string) =>
  useLiveQuery<SettlementDetail>(
    { queryKey: queryKeys.settlement(id), path: `/api/books/settlements/${encodeURIComponent(id)}` },
    ['payments'],
  )
