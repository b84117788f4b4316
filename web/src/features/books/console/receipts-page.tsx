import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { date, exactPrice } from '@/lib/formats'
import { tdsCertificateForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { receiptLabels } from '@/lib/option-labels'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button, rowButton } from '@/ui/button'
import { EmailText } from '@/ui/email-address'
import { TextField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import type { RegisteredReceipt } from './api'
import { receiptsKey, useMonths, useRecordCertificate } from './api'
import { BooksFrame } from './books-frame'

const states: Readonly<Record<RegisteredReceipt['state'], { label: string; tone: BadgeTone }>> = {
  received: { label: 'Awaiting confirmation', tone: 'warning' },
  deposited: { label: 'Deposited', tone: 'warning' },
  cleared: { label: 'Confirmed', tone: 'success' },
  bounced: { label: 'Bounced', tone: 'danger' },
}

function receiptColumns(
  mayOpen: boolean,
  onCertificate: ((receipt: RegisteredReceipt) => void) | undefined,
): readonly Column<RegisteredReceipt>[] {
  return [
    {
      key: 'utr',
      header: 'UTR or cheque number',
      width: 13,
      heads: true,
      cell: ({ mode, utr }) => (
        <>
          <span className="block font-medium">{utr || 'No number'}</span>
          <span className="block text-quiet text-sm">{receiptLabels.mode[mode]}</span>
        </>
      ),
    },
    {
      key: 'date',
      header: 'Bank date',
      sort: 'bankDate',
      width: 7.5,
      cell: ({ bankDate }) => <span className="whitespace-nowrap">{date(bankDate)}</span>,
    },
    {
      key: 'amount',
      header: 'Amount',
      width: 9.5,
      numeric: true,
      cell: ({ amount, tds, currency, transferAmount }) => (
        <>
          <span className="block whitespace-nowrap font-medium">{exactPrice(amount, currency)}</span>
          {Number(transferAmount) > 0 && (
            <span className="block whitespace-nowrap text-quiet text-sm">
              part of {exactPrice(transferAmount, currency)}
            </span>
          )}
          {Number(tds) > 0 && (
            <span className="block whitespace-nowrap text-quiet text-sm">and TDS {exactPrice(tds, currency)}</span>
          )}
        </>
      ),
    },
    {
      key: 'payer',
      header: 'Payer and member',
      from: '4xl',
      cell: ({ payer, customerName, customerEmail }) => (
        <>
          <span className="block">{payer || 'N/A'}</span>
          {customerName !== payer && <span className="block text-quiet text-sm">for {customerName}</span>}
          <span className="block text-quiet text-sm">
            <EmailText address={customerEmail || 'N/A'} />
          </span>
        </>
      ),
    },
    {
      key: 'transaction',
      header: 'Paid for',
      from: '5xl',
      cell: ({ tierName, transactionId }) =>
        mayOpen ? (
          <Link to={href(consolePaths.transaction, { id: transactionId })} className="text-link">
            {tierName}
          </Link>
        ) : (
          tierName
        ),
    },
    {
      key: 'state',
      header: 'Status',
      cell: (receipt) => (
        <>
          <ReceiptStatus receipt={receipt} />
          {Number(receipt.tds) > 0 && <Certificate receipt={receipt} onRecord={onCertificate} />}
        </>
      ),
    },
  ]
}

function ReceiptStatus({ receipt }: { receipt: RegisteredReceipt }) {
  const { state, reason, enteredBy, createdAt, confirmedBy, confirmedAt } = receipt
  return (
    <>
      <Badge tone={states[state].tone}>{states[state].label}</Badge>
      {reason && <p className="mt-1 text-sm">{reason}</p>}
      <p className="mt-1 text-quiet text-sm">
        Entered by <EmailText address={enteredBy} /> on {date(createdAt)}
      </p>
      {confirmedBy && (
        <p className="text-quiet text-sm">
          Confirmed by <EmailText address={confirmedBy} /> on {date(confirmedAt)}
        </p>
      )}
    </>
  )
}

type CertificateProps = {
  receipt: RegisteredReceipt
  onRecord: ((receipt: RegisteredReceipt) => void) | undefined
}

// The deductor of the TDS, and its certificate.
function Certificate({ receipt, onRecord }: CertificateProps) {
  const { utr, tan, tdsSection, certificate, certificateDate, state } = receipt
  return (
    <>
      <p className="mt-1 text-quiet text-sm">
        TDS: {[tan, tdsSection].filter(Boolean).join(', ')}
        {certificate ? `; certificate ${certificate} of ${date(certificateDate)}` : '; certificate missing'}
      </p>
      {onRecord && state === 'cleared' && (
        <Button
          tone="quiet"
          className={rowButton}
          aria-label={`${certificate ? 'Correct' : 'Record'} the certificate of ${utr || 'a receipt without a number'}`}
          onClick={() => onRecord(receipt)}
        >
          {certificate ? 'Correct certificate' : 'Record certificate'}
        </Button>
      )}
    </>
  )
}

function CertificateDialog({ receipt, onClose }: { receipt: RegisteredReceipt; onClose: () => void }) {
  const { mutateAsync } = useRecordCertificate(receipt.id)
  const { tan, tdsSection, certificate, certificateDate, tds, currency, payer } = receipt
  return (
    <FormDialog
      title={`TDS certificate of ${payer || 'the payer'}`}
      rules={tdsCertificateForm}
      initial={{ tan, tdsSection, certificate, certificateDate: certificateDate.slice(0, 10) }}
      send={mutateAsync}
      done="Certificate recorded"
      submitLabel="Record certificate"
      onClose={onClose}
      fields={(form) => (
        <>
          <TextField form={form} name="tan" autoComplete="off" spellCheck={false} controlClass="uppercase" />
          <TextField form={form} name="tdsSection" autoComplete="off" spellCheck={false} />
          <TextField form={form} name="certificate" autoComplete="off" spellCheck={false} />
          <TextField form={form} name="certificateDate" type="date" />
        </>
      )}
    >
      {exactPrice(tds, currency)} was deducted. The certificate shows that the payer has paid it to the government.
    </FormDialog>
  )
}

/** The register of receipts: all money and cheques that were recorded for offline payments. */
export function ReceiptsPage() {
  const list = useList({
    key: receiptsKey,
    route: 'GET /api/offline-receipts',
    filters: ['month', 'mode', 'state', 'certificate'],
  })
  const { data: months = [] } = useMonths()
  const may = useMay()
  const [recording, setRecording] = useState<RegisteredReceipt>()
  const columns = receiptColumns(
    may('GET /api/transactions/{id}'),
    may('PUT /api/offline-receipts/{id}/certificate') ? setRecording : undefined,
  )
  return (
    <BooksFrame>
      <p className="mb-4 max-w-text text-quiet">
        Every bank transfer, UPI payment, cheque and cash receipt that was entered for an offline payment, to check
        against the bank statement.
      </p>
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search receipts"
        placeholder="Search by UTR, cheque number, payer or member"
        exportPath="/api/offline-receipts/export"
      >
        <FilterSelect
          list={list}
          name="month"
          label="Month of the bank date"
          all="All months"
          options={months.map(({ month, title }) => ({ value: month, label: title }))}
        />
        <FilterSelect
          list={list}
          name="mode"
          label="Mode"
          all="All modes"
          options={Object.entries(receiptLabels.mode).map(([value, label]) => ({ value, label }))}
        />
        <FilterSelect
          list={list}
          name="state"
          label="Status"
          all="All statuses"
          options={Object.entries(states).map(([value, { label }]) => ({ value, label }))}
        />
        <FilterSelect
          list={list}
          name="certificate"
          label="TDS"
          all="With and without TDS"
          options={[{ value: 'missing', label: 'TDS certificate missing' }]}
        />
      </ListToolbar>
      <ListTable
        caption="Receipts of offline payments"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No receipts yet"
        nothingYet="Receipts are entered under Payments, Offline."
        noMatch="No receipts match your search criteria."
      />
      {recording && <CertificateDialog receipt={recording} onClose={() => setRecording(undefined)} />}
    </BooksFrame>
  )
}
