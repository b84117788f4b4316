import { Button } from '@/ui/button'

type MenuButtonProps = { open: boolean; onPress: () => void; controls: string }

/** Opens the menu where it does not stand beside the screen. */
export function MenuButton({ open, onPress, controls }: MenuButtonProps) {
  return (
    <Button
      tone="quiet"
      aria-expanded={open}
      aria-controls={controls}
      aria-label={open ? 'Close the menu' : 'Open the menu'}
      className="-mr-3 size-11 p-0 lg:hidden"
      onClick={onPress}
    >
      <svg
        viewBox="0 0 20 20"
        className="size-5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <path d={open ? 'm4 4 12 12M16 4 4 16' : 'M2 5.5h16M2 10h16M2 14.5h16'} />
      </svg>
    </Button>
  )
}
