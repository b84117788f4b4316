import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { only, requiring } from '@/lib/form-schema'
import { count, date, exactPrice } from '@/lib/formats'
import { registerEInvoiceForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { Button } from '@/ui/button'
import { EmptyState, LoadError } from '@/ui/empty-state'
import { ExportButton } from '@/ui/export-button'
import { TextAreaField, TextField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Freshness } from '@/ui/list-toolbar'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { PlainTable } from '@/ui/small-table'
import type { EInvoices, RegisterRow } from './api'
import { useEInvoices, useRegisterEInvoices } from './api'
import { BooksFrame } from './books-frame'

/** The documents that still have to be registered with the tax authorities' portal. */
export function EInvoicesPage() {
  const { data, error, isFetching, asOf, refresh } = useEInvoices()
  return (
    <BooksFrame>
      <p className="mb-4 max-w-text text-quiet">
        Invoices to a GSTIN or abroad, and their credit notes, that are not registered yet. Buyers get them after you
        enter the portal’s answer here. With a turnover above ₹10 crore a document must be registered within 30 days of
        its date. To correct or cancel an IRN, open the transaction of the document.
      </p>
      {data ? (
        <Waiting data={data}>
          <Freshness asOf={asOf} busy={isFetching} onRefresh={refresh} />
        </Waiting>
      ) : error ? (
        <LoadError title="The documents could not be loaded" error={error} onRetry={refresh} />
      ) : (
        <Skeleton />
      )}
    </BooksFrame>
  )
}

function Waiting({ data: { isOn, waiting, documents }, children }: { data: EInvoices; children: ReactNode }) {
  const may = useMay()
  const [entering, setEntering] = useState<RegisterRow | 'answer'>()
  const mayEnter = may('POST /api/books/e-invoices')
  if (waiting === 0) {
    return isOn ? (
      <EmptyState title="No documents are waiting">Every document that needs an IRN has one.</EmptyState>
    ) : (
      <EmptyState title="E-invoices are off">
        An owner can turn on e-invoices under Settings, Tax & supplier. Until then, no document waits for an IRN.
      </EmptyState>
    )
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <ExportButton path="/api/books/e-invoices/file" label="File for the portal, JSON" />
        {mayEnter && (
          <Button tone="outline" onClick={() => setEntering('answer')}>
            Enter the portal’s answer
          </Button>
        )}
        {children}
      </div>
      {waiting > documents.length && (
        <div className="mb-6">
          <Notice tone="info" title={`${count(waiting)} documents are waiting`}>
            These are the oldest {count(documents.length)}.
          </Notice>
        </div>
      )}
      <PlainTable
        caption="Documents without an IRN"
        headers={['Number', 'Date', 'Buyer', 'Total', '']}
        rows={documents.map((row) => ({
          key: row.id,
          cells: [
            <DocumentNumber key="number" row={row} />,
            <span key="date" className="whitespace-nowrap">
              {date(row.issuedAt)}
            </span>,
            <span key="buyer">
              {row.customerName}
              <span className="block text-quiet text-sm">{row.gstin || row.place}</span>
            </span>,
            <span key="total" className="whitespace-nowrap">
              {exactPrice(row.total, row.currency)}
            </span>,
            <div key="actions" className="flex flex-wrap gap-2">
              <ExportButton path="/api/books/e-invoices/file" query={{ document: row.id }} label="File" />
              {mayEnter && (
                <Button tone="quiet" aria-label={`Enter the IRN of ${row.number}`} onClick={() => setEntering(row)}>
                  Enter IRN
                </Button>
              )}
            </div>,
          ],
        }))}
      />
      {entering && <EnterDialog document={entering} onClose={() => setEntering(undefined)} />}
    </>
  )
}

function DocumentNumber({ row: { number, transactionId } }: { row: RegisterRow }) {
  const may = useMay()
  if (!may('GET /api/transactions/{id}')) return number
  return (
    <Link to={href(consolePaths.transaction, { id: transactionId })} className="text-link whitespace-nowrap">
      {number}
    </Link>
  )
}

// Each way of entering the answer requires all of its fields.
const answerForm = requiring(only(registerEInvoiceForm, 'answer'), 'answer')
const documentFields = ['irn', 'ackNumber', 'ackDate', 'signedQr'] as const
const documentForm = requiring(only(registerEInvoiceForm, ...documentFields), ...documentFields)

// Records the portal's answer: its JSON for any number of documents, or the fields of one document.
function EnterDialog({ document, onClose }: { document: RegisterRow | 'answer'; onClose: () => void }) {
  const { mutateAsync } = useRegisterEInvoices()
  if (document === 'answer') {
    return (
      <FormDialog
        title="Enter the portal’s answer"
        rules={answerForm}
        send={({ answer }) => mutateAsync({ answer })}
        done="The documents are registered and will be emailed"
        submitLabel="Enter the answer"
        fields={(form) => (
          <TextAreaField
            form={form}
            name="answer"
            hint="The complete JSON text: one answer or a list, each with Irn, AckNo, AckDt and SignedQRCode."
            rows={8}
            spellCheck={false}
            required
            controlClass="font-mono text-sm"
          />
        )}
        onClose={onClose}
      >
        <p>
          We match each document by the number in its QR code and email it to the buyer. If one answer has an error,
          none is saved.
        </p>
      </FormDialog>
    )
  }
  return (
    <FormDialog
      title={`Enter the IRN of ${document.number}`}
      rules={documentForm}
      send={(values) => mutateAsync({ ...values, documentId: document.id })}
      done={`${document.number} is registered and will be emailed`}
      submitLabel="Enter the IRN"
      fields={(form) => (
        <>
          <TextField
            form={form}
            name="irn"
            hint="64 digits and letters from a to f."
            autoComplete="off"
            spellCheck={false}
            controlClass="font-mono text-sm"
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField form={form} name="ackNumber" inputMode="numeric" autoComplete="off" />
            <TextField
              form={form}
              name="ackDate"
              hint="For example 2026-11-23 14:05:00."
              autoComplete="off"
              controlClass="tabular-nums"
            />
          </div>
          <TextAreaField
            form={form}
            name="signedQr"
            hint="SignedQRCode in the answer: a long text with two dots."
            rows={4}
            spellCheck={false}
            controlClass="font-mono text-sm"
          />
        </>
      )}
      onClose={onClose}
    >
      <p>
        The PDF then shows the IRN and the QR code, and we email it to {document.customerName}. On the transaction’s
        page you can correct the date later, and cancel the IRN within 24 hours.
      </p>
    </FormDialog>
  )
}
