import { useMutation, useQuery } from '@tanstack/react-query'
import { type Answer, type Body, call, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'
import { useReading } from '@/lib/reading'

export type BooksMonth = Row<'GET /api/books/months'>
export type EInvoices = Answer<'GET /api/books/e-invoices'>
export type RegisterRow = Registers['invoices'][number]
export type RegisteredReceipt = Row<'GET /api/offline-receipts'>
export type Registers = Answer<'GET /api/books/registers'>
export type Settlement = Row<'GET /api/books/settlements'>
type SettlementDetail = Answer<'GET /api/books/settlements/{id}'>
export type SettlementItem = SettlementDetail['entries'][number]

export const settlementsKey = [...areas.books, 'settlements'] as const
export const receiptsKey = [...areas.books, 'receipts'] as const

export const rowsPerPage = 50

export type RegisterName = Registers['sums'][number]['register']

/** The months of the books, newest first. */
export const useMonths = () =>
  useQuery({
    queryKey: [...areas.books, 'months'],
    queryFn: ({ signal }) => call('GET /api/books/months', { signal }),
  })

/** The totals of a month, and a page of one of its registers. */
export const useRegisters = (month: string, register: RegisterName, page: number) =>
  useReading({
    queryKey: [...areas.books, 'registers', month, { register, page }],
    queryFn: ({ signal }) =>
      call('GET /api/books/registers', {
        query: { month, register, page: String(page), perPage: String(rowsPerPage) },
        signal,
      }),
    enabled: month !== '',
  })

/** The documents that still have to be registered with the tax portal. */
export const useEInvoices = () =>
  useReading({
    queryKey: [...areas.books, 'e-invoices'],
    queryFn: ({ signal }) => call('GET /api/books/e-invoices', { signal }),
  })

/** Records the answer of the registration portal. */
export const useRegisterEInvoices = () =>
  useMutation({
    mutationFn: (body: Body<'POST /api/books/e-invoices'>) => call('POST /api/books/e-invoices', { body }),
  })

type OfMonth<Values> = { month: string; body: Values }

/** Closes a month. */
export const useCloseMonth = () =>
  useMutation({
    mutationFn: ({ month, body }: OfMonth<Body<'POST /api/books/months/{month}/close'>>) =>
      call('POST /api/books/months/{month}/close', { path: { month }, body }),
  })

/** Reopens the month that was closed last. */
export const useReopenMonth = () =>
  useMutation({
    mutationFn: ({ month, body }: OfMonth<Body<'POST /api/books/months/{month}/reopen'>>) =>
      call('POST /api/books/months/{month}/reopen', { path: { month }, body }),
  })

/** Records a currency's rate in rupees. */
export const useEnterRate = () =>
  useMutation({
    mutationFn: ({ month, body }: OfMonth<Body<'PUT /api/books/months/{month}/rate'>>) =>
      call('PUT /api/books/months/{month}/rate', { path: { month }, body }),
  })

/** A settlement with its items. */
export const useSettlement = (id: string) =>
  useReading({
    queryKey: [...areas.books, 'settlement', id],
    queryFn: ({ signal }) => call('GET /api/books/settlements/{id}', { path: { id }, signal }),
  })

/** Explains an item of a settlement that does not agree with the ledger. */
export const useExplainItem = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: string; body: Body<'PUT /api/books/settlement-items/{id}/explanation'> }) =>
      call('PUT /api/books/settlement-items/{id}/explanation', { path: { id }, body }),
  })

/** Records the certificate of the TDS of a receipt. */
export const useRecordCertificate = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'PUT /api/offline-receipts/{id}/certificate'>) =>
      call('PUT /api/offline-receipts/{id}/certificate', { path: { id }, body }),
  })
