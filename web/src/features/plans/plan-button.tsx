import type { CSSProperties } from 'react'
import { isColour, readableOn } from '@/lib/contrast'
import type { Tier } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'

type PlanButtonProps = { tier: Tier; busy: boolean; onChoose: () => void }

/** The way into a plan, in the colour that staff gave it. As a form it works before the script is there, too. */
export function PlanButton({ tier, busy, onChoose }: PlanButtonProps) {
  return (
    <form
      action={paths.membershipPlans}
      method="get"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose()
      }}
    >
      <input type="hidden" name="tierId" value={tier.id} />
      <Button
        type="submit"
        id={planButtonId(tier.id)}
        busy={busy}
        className="min-h-13 w-full ink:border-edge"
        style={coloured(tier.buttonColor)}
      >
        {tier.buttonText || 'Subscribe Now'}
        <span className="sr-only">: {tier.name}</span>
      </Button>
    </form>
  )
}

/** The id of a plan's button, for whoever gives the focus back to it. */
export function planButtonId(tierId: string): string {
  return `plan-${tierId}`
}

function coloured(ground: string): CSSProperties | undefined {
  if (!isColour(ground)) return undefined
  return { '--btn-color': ground, '--btn-fg': readableOn(ground) } as CSSProperties
}
