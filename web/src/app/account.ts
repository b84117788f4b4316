import type { ComponentType } from 'react'
import type { SessionUser } from '@/lib/generated'

/** What the header shows of a signed-in user: a menu where there is room, its entries alone in the mobile menu. */
export type AccountMenus = Record<'Menu' | 'Entries', ComponentType<{ user: SessionUser }>>
