/** A payment's id at Razorpay, on one line where it has its usual length. */
export function PaymentId({ id }: { id: string }) {
  return <span className={id ? 'inline-block min-w-[18ch] font-mono text-xs' : undefined}>{id || 'N/A'}</span>
}
