import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '@/lib/admin-access'
import type { Route } from '@/lib/api'
import { date, exactPrice } from '@/lib/formats'
import { useList } from '@/lib/list'
import { receiptLabels } from '@/lib/option-labels'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button, rowButton } from '@/ui/button'
import { classes } from '@/ui/classes'
import { EmailText } from '@/ui/email-address'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import type { OfflinePayment, OfflineReceipt, OfflineReturn } from './api'
import { offlineKey, proformaPath } from './api'
import { type OfflineAct, OfflineDialog, returnLabels } from './offline-dialogs'
import { NewOfflineDialog } from './offline-form'
import { TransferDialog } from './transfer-dialog'

const states: Readonly<Record<OfflinePayment['state'], { label: string; tone: BadgeTone }>> = {
  proforma: { label: 'Proforma sent', tone: 'outline' },
  lapsed: { label: 'Proforma lapsed', tone: 'plain' },
  awaiting: { label: 'Awaiting confirmation', tone: 'warning' },
  'part-paid': { label: 'Part paid', tone: 'warning' },
  cleared: { label: 'Cleared', tone: 'success' },
  bounced: { label: 'Bounced', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
}

const receiptStates: Readonly<Record<OfflinePayment['receipts'][number]['state'], string>> = {
  received: 'received',
  deposited: 'deposited',
  cleared: 'confirmed',
  bounced: 'bounced',
}

/** Describes the next step of a payment, and who has to take it. */
function nextStep({ nextAction, isSecondAdminRequired, canConfirm, closedMonth }: OfflinePayment): string {
  switch (nextAction) {
    case 'payment':
      return 'Waiting for the payer'
    case 'deposit':
      return 'Deposit the cheque'
    case 'confirm':
      if (!canConfirm) return 'Another administrator must confirm it'
      if (closedMonth) return `Confirm it when the bank statement shows it. The books of ${closedMonth} are closed`
      return isSecondAdminRequired
        ? 'Confirm it when the bank statement shows it. Another administrator entered it'
        : 'Confirm it when the bank statement shows it'
    case 'return':
      return 'Return the money'
    case '':
      return ''
  }
}

type OnAct = (payment: OfflinePayment, act: OfflineAct) => void

function offlineColumns(onAct: OnAct): readonly Column<OfflinePayment>[] {
  return [
    {
      key: 'member',
      header: 'Member',
      width: 10,
      heads: true,
      cell: ({ customerName, customerEmail, payer }) => (
        <>
          <span className="block font-medium">{customerName || 'N/A'}</span>
          <span className="block text-quiet text-sm">
            <EmailText address={customerEmail || 'N/A'} />
          </span>
          {payer && <span className="block text-quiet text-sm">Paid by {payer}</span>}
        </>
      ),
    },
    {
      key: 'tier',
      header: 'Membership',
      from: '5xl',
      cell: ({ tierName, seats }) => (
        <>
          {tierName}
          {seats > 0 && <span className="block text-quiet text-sm">{seats === 1 ? '1 seat' : `${seats} seats`}</span>}
        </>
      ),
    },
    {
      key: 'amount',
      header: 'Received',
      width: 9.5,
      numeric: true,
      cell: ({ received, due, currency, refunded, writtenOff, writeOffReason, returns }) => (
        <>
          <span className="whitespace-nowrap">{exactPrice(received, currency)}</span> of{' '}
          <span className="whitespace-nowrap font-medium">{exactPrice(due, currency)}</span>
          {Number(refunded) > 0 && (
            <span className="block text-quiet text-sm">Refunded in part: {exactPrice(refunded, currency)}</span>
          )}
          {Number(writtenOff) > 0 && (
            <span className="block text-quiet text-sm">
              Written off: {exactPrice(writtenOff, currency)} ({writeOffReason})
            </span>
          )}
          {returns
            .filter(({ state }) => state !== 'replaced')
            .map((owed) => (
              <span key={owed.id} className="block text-quiet text-sm">
                {returnText(owed, currency)}
              </span>
            ))}
        </>
      ),
    },
    {
      key: 'receipts',
      header: 'Receipts',
      cell: ({ receipts, currency }) =>
        receipts.length === 0 ? (
          <span className="text-quiet">None yet</span>
        ) : (
          <ul className="space-y-1.5">
            {receipts.map((receipt) => (
              <li key={receipt.id}>
                <Receipt receipt={receipt} currency={currency} />
              </li>
            ))}
          </ul>
        ),
    },
    {
      key: 'state',
      header: 'Status and next step',
      width: 11.75,
      cell: (payment) => (
        <>
          <Badge tone={states[payment.state].tone}>{states[payment.state].label}</Badge>
          {payment.nextAction && <p className="mt-1 text-sm">{nextStep(payment)}</p>}
          {payment.state === 'proforma' && payment.validUntil && (
            <p className="mt-1 text-quiet text-sm">{validityText(payment)}</p>
          )}
          {payment.endReason && <p className="mt-1 text-quiet text-sm">{payment.endReason}</p>}
          <Actions payment={payment} onAct={(act) => onAct(payment, act)} />
        </>
      ),
    },
  ]
}

/** Describes until when a proforma is valid, and whether the buyer was reminded of it. */
export function validityText({ validUntil, remindedAt }: Pick<OfflinePayment, 'validUntil' | 'remindedAt'>): string {
  return `Valid until ${date(validUntil)}${remindedAt && `, reminder sent on ${date(remindedAt)}`}`
}

/** Describes an amount that has to be or was returned. */
export function returnText(owed: OfflineReturn, currency: string): string {
  const { kind, state, amount, returnedAt, reference, writeOffReason } = owed
  const what = `${returnLabels[kind]}: ${exactPrice(amount, currency)}`
  if (state === 'written-off') return `${what}, written off on ${date(returnedAt)} (${writeOffReason})`
  if (state === 'open') return kind === 'claim' ? `${what}, not received yet` : `${what}, to return`
  return `${what}, returned on ${date(returnedAt)}${reference && `, ${reference}`}`
}

/** Describes the deductor of TDS, and whether the certificate has come. */
export function tdsText({ tan, tdsSection, certificate }: Pick<OfflineReceipt, 'tan' | 'tdsSection' | 'certificate'>) {
  return [tan, tdsSection, certificate ? `certificate ${certificate}` : 'certificate missing']
    .filter(Boolean)
    .join(', ')
}

function Receipt({ receipt, currency }: { receipt: OfflineReceipt; currency: string }) {
  const {
    mode,
    utr,
    bankDate,
    amount,
    tds,
    tan,
    tdsSection,
    certificate,
    excess,
    state,
    enteredBy,
    confirmedBy,
    reason,
  } = receipt
  return (
    <>
      <span className="block">
        {receiptLabels.mode[mode]} <span className="text-sm">{utr}</span>, {exactPrice(amount, currency)}
        {Number(tds) > 0 && ` and ${exactPrice(tds, currency)} TDS (${tdsText({ tan, tdsSection, certificate })})`}
        {Number(receipt.transferAmount) > 0 && `, part of ${exactPrice(receipt.transferAmount, currency)}`}
        {Number(excess) > 0 && `, ${exactPrice(excess, currency)} too much`}
      </span>
      <span className="block text-quiet text-sm">
        {date(bankDate)}, {receiptStates[state]}; entered by <EmailText address={enteredBy} />
        {confirmedBy && (
          <>
            , confirmed by <EmailText address={confirmedBy} />
          </>
        )}
        {reason && `: ${reason}`}
      </span>
    </>
  )
}

// The route of each step.
const actRoutes: Readonly<Record<OfflineAct, Route>> = {
  receipt: 'POST /api/offline-payments/{id}/receipts',
  deposit: 'POST /api/offline-payments/{id}/deposit',
  confirm: 'POST /api/offline-payments/{id}/confirm',
  'write-off': 'POST /api/offline-payments/{id}/write-off',
  'write-off-claim': 'POST /api/offline-payments/{id}/write-off',
  refund: 'POST /api/offline-payments/{id}/refund',
  bounce: 'POST /api/offline-payments/{id}/bounce',
  cancel: 'POST /api/offline-payments/{id}/cancel',
  return: 'POST /api/offline-payments/{id}/returned',
}

const actWords: Readonly<Record<OfflineAct, string>> = {
  receipt: 'Enter a receipt',
  deposit: 'Record deposit',
  confirm: 'Confirm',
  'write-off': 'Write off the rest',
  'write-off-claim': 'Write off what is owed',
  refund: 'Refund part',
  bounce: 'Record bounce',
  cancel: 'Cancel',
  return: 'Record return',
}

function Actions({ payment, onAct }: { payment: OfflinePayment; onAct: (act: OfflineAct) => void }) {
  const may = useMay()
  const hasProforma = payment.state === 'proforma' || payment.state === 'part-paid'
  const acts = payment.nextSteps.filter((act) => may(actRoutes[act]))
  return (
    <div className="mt-2.5 flex flex-wrap gap-2">
      {acts.map((act) => (
        <Button
          key={act}
          tone="quiet"
          className={rowButton}
          aria-label={`${actWords[act]}: ${payment.customerName || payment.customerEmail}`}
          onClick={() => onAct(act)}
        >
          {actWords[act]}
        </Button>
      ))}
      {hasProforma && (
        <a className={classes('btn btn-ghost', rowButton)} href={proformaPath(payment.id)} download>
          Proforma
        </a>
      )}
    </div>
  )
}

/** The payments outside of Razorpay: the next step of each, and who has to take it. */
export function OfflinePayments() {
  const list = useList({
    key: offlineKey,
    route: 'GET /api/offline-payments',
    filters: ['state'],
  })
  const may = useMay()
  const [acting, setActing] = useState<{ payment: OfflinePayment; act: OfflineAct }>()
  // The page of a person links here to record a payment of that person.
  const [params, setParams] = useSearchParams()
  const [isDividing, setDividing] = useState(false)
  const [isNew, setNew] = useState(params.has('for'))
  const wanted = params.get('for') ?? ''
  function closeNew() {
    setNew(false)
    if (wanted)
      setParams(
        (current) => {
          current.delete('for')
          return current
        },
        { replace: true },
      )
  }
  const columns = offlineColumns((payment, act) => setActing({ payment, act }))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <p className="max-w-text text-quiet">
          Bank transfers, UPI, cheques and cash, for memberships and for company seats. Confirm a receipt when the
          bank’s statement shows it. The membership starts when the whole amount is paid.
        </p>
        {may('POST /api/offline-payments') && (
          <div className="flex flex-wrap gap-3">
            <Button tone="outline" onClick={() => setDividing(true)}>
              Divide a transfer
            </Button>
            <Button onClick={() => setNew(true)}>Enter a payment</Button>
          </div>
        )}
      </div>
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search offline payments"
        placeholder="Search by name, email, payer or tier"
      >
        <FilterSelect
          list={list}
          name="state"
          label="Status"
          all="All offline payments"
          options={[
            { value: 'open', label: 'Waiting for a next step' },
            ...Object.entries(states).map(([value, { label }]) => ({ value, label })),
          ]}
        />
      </ListToolbar>
      <ListTable
        caption="Offline payments"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No offline payments yet"
        noMatch="No offline payments match your search criteria."
      />
      {acting && <OfflineDialog {...acting} onClose={() => setActing(undefined)} />}
      {isDividing && <TransferDialog onClose={() => setDividing(false)} />}
      {isNew && <NewOfflineDialog search={wanted} onClose={closeNew} />}
    </>
  )
}
