import { useState } from 'react'
import { useMay } from '@/lib/admin-access'
import { date, exactPrice } from '@/lib/formats'
import { useList } from '@/lib/list'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button, rowButton } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import { PageHead } from '@/ui/page-head'
import { useReport } from '@/ui/use-report'
import type { Coupon } from './api'
import { couponsKey, useDeleteCoupon, useSaveCoupon, useTierChoices } from './api'
import { CouponForm } from './coupon-form'

const states: Readonly<Record<Coupon['state'], { label: string; tone: BadgeTone }>> = {
  active: { label: 'Active', tone: 'success' },
  upcoming: { label: 'Starts later', tone: 'outline' },
  expired: { label: 'Expired', tone: 'plain' },
  'used-up': { label: 'Used up', tone: 'plain' },
  off: { label: 'Turned off', tone: 'plain' },
  waiting: { label: 'Awaiting approval', tone: 'outline' },
  refused: { label: 'Refused', tone: 'plain' },
}

type Acts = { onEdit: (coupon: Coupon) => void; onDelete: (coupon: Coupon) => void }

function couponColumns(nameOfTier: (id: string) => string, acts?: Acts): readonly Column<Coupon>[] {
  return [
    {
      key: 'code',
      header: 'Code',
      sort: 'code',
      heads: true,
      cell: ({ code, note }) => (
        <>
          <span className="font-medium">{code}</span>
          {note && <span className="block text-quiet text-sm">{note}</span>}
        </>
      ),
    },
    {
      key: 'discount',
      header: 'Discount',
      width: 6.5,
      cell: ({ kind, value }) => (
        <span className="whitespace-nowrap">{kind === 'percent' ? `${value}%` : exactPrice(value, 'INR')}</span>
      ),
    },
    {
      key: 'tiers',
      header: 'Tiers',
      from: '5xl',
      cell: ({ membershipTierIds }) =>
        membershipTierIds.length === 0 ? 'All tiers that are paid once' : membershipTierIds.map(nameOfTier).join(', '),
    },
    {
      key: 'dates',
      header: 'Valid',
      width: 9.5,
      from: '4xl',
      cell: (coupon) => <Dates coupon={coupon} />,
    },
    { key: 'uses', header: 'Uses', numeric: true, width: 7.5, cell: (coupon) => <Uses coupon={coupon} /> },
    {
      key: 'state',
      header: 'Status',
      width: 10,
      cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
    },
    ...(acts ? [actionsColumn(acts)] : []),
  ]
}

function actionsColumn(acts: Acts): Column<Coupon> {
  return {
    key: 'actions',
    header: 'Actions',
    width: 9,
    cell: (coupon) => (
      <div className="flex flex-wrap gap-x-2">
        <Button
          tone="quiet"
          className={rowButton}
          aria-label={`Edit ${coupon.code}`}
          onClick={() => acts.onEdit(coupon)}
        >
          Edit
        </Button>
        <Button
          tone="quiet"
          className={rowButton}
          aria-label={`Delete ${coupon.code}`}
          onClick={() => acts.onDelete(coupon)}
        >
          Delete
        </Button>
      </div>
    ),
  }
}

function Dates({ coupon: { startsAt, endsAt } }: { coupon: Coupon }) {
  if (!startsAt && !endsAt) return 'At any time'
  return (
    <span className="whitespace-nowrap">
      {startsAt ? `From ${date(startsAt)}` : ''}
      {startsAt && endsAt && <br />}
      {endsAt ? `Until ${date(endsAt)}` : ''}
    </span>
  )
}

function Uses({ coupon: { consumed, reserved, maxUses, maxUsesEach, seatsPerUse } }: { coupon: Coupon }) {
  return (
    <>
      <span className="whitespace-nowrap">
        {consumed}
        {maxUses > 0 && ` of ${maxUses}`}
      </span>
      {reserved > 0 && <span className="block text-quiet text-sm">{reserved} in open orders</span>}
      <span className="block text-quiet text-sm">
        {maxUsesEach > 0 ? `${maxUsesEach} per person` : 'no limit per person'}
      </span>
      {seatsPerUse > 1 && <span className="block text-quiet text-sm">{seatsPerUse} seats per use</span>}
    </>
  )
}

/** The coupon codes, with their number of uses and whether they are valid. */
export function CouponsPage() {
  const list = useList({
    key: couponsKey,
    route: 'GET /api/coupons',
    filters: ['active'],
  })
  const { data: tiers = [] } = useTierChoices()
  const [editing, setEditing] = useState<Coupon | 'new'>()
  const may = useMay()
  const mayChange = may('PUT /api/coupons/{id}')
  const [deleting, setDeleting] = useState<Coupon>()
  const nameOfTier = (id: string) => tiers.find((tier) => tier.id === id)?.name ?? 'A deleted tier'
  const columns = couponColumns(nameOfTier, mayChange ? { onEdit: setEditing, onDelete: setDeleting } : undefined)
  return (
    <>
      <PageHead
        title="Coupons"
        lede="A code lowers the price before GST of memberships that are paid once. A use is counted when an order is paid, and is reserved for an hour while an order is open."
        actions={mayChange && <Button onClick={() => setEditing('new')}>Create a coupon</Button>}
      />
      <ListToolbar list={list} columns={columns} searchLabel="Search coupons" placeholder="Search by code or note">
        <FilterSelect
          list={list}
          name="active"
          label="Status"
          all="All coupons"
          options={[
            { value: 'true', label: 'Turned on' },
            { value: 'false', label: 'Turned off' },
          ]}
        />
      </ListToolbar>
      <ListTable
        caption="Coupons"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No coupons yet"
        noMatch="No coupons match your search criteria."
      />
      {editing && (
        <CouponForm
          key={editing === 'new' ? 'new' : editing.id}
          coupon={editing === 'new' ? undefined : editing}
          tiers={tiers}
          onClose={() => setEditing(undefined)}
        />
      )}
      {deleting && <DeleteCoupon coupon={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

/** Deletes a code that was never used. A used code can only be switched off. */
function DeleteCoupon({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const report = useReport()
  const remove = useDeleteCoupon()
  const save = useSaveCoupon()
  const wasUsed = coupon.consumed + coupon.reserved > 0
  async function act() {
    const change: Promise<unknown> = wasUsed
      ? save.mutateAsync({ id: coupon.id, body: { isActive: false } })
      : remove.mutateAsync(coupon)
    await report(change, {
      done: () => ({ title: wasUsed ? 'Coupon Turned Off' : 'Coupon Deleted' }),
      failed: wasUsed ? 'Update Failed' : 'Deletion Failed',
      fallback: 'Nothing was changed.',
    })
    onClose()
  }
  return (
    <Confirm
      open
      title={wasUsed ? `Turn off ${coupon.code}?` : `Delete ${coupon.code}?`}
      confirmLabel={wasUsed ? 'Turn off' : 'Delete'}
      isDestructive={!wasUsed}
      busy={remove.isPending || save.isPending}
      onConfirm={act}
      onClose={onClose}
    >
      <p>
        {wasUsed
          ? 'Orders have used this code, so it cannot be deleted. After you turn it off, new orders cannot use it. If an open order is then paid at the discounted price, you decide whether to accept or refund the payment. Offline payments that you have already entered keep their price.'
          : 'No one has paid with this code. People who were given it can no longer use it.'}
      </p>
    </Confirm>
  )
}
