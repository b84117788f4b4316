import { Outlet } from 'react-router'
import { Footer } from './footer'
import { Frame } from './frame'
import { Header } from './header'

/** The frame of the public pages. */
export function PublicLayout() {
  return (
    <Frame header={<Header />} footer={<Footer />}>
      <Outlet />
    </Frame>
  )
}
