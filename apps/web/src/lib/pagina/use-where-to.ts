import { use, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext, type Location } from 'react-router'

/**
 * Location to which the user is going, or the present one; undefined once this page is unmounted. It is read from the router, because
 * React renders later: a page that acts on its old location would bring a leaving user back.
 */
export function useWhereTo(): () => Location | undefined {
  const router = use(UNSAFE_DataRouterContext)?.router
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return () => (isHere.current ? (router?.state.navigation.location ?? router?.state.location) : undefined)
}
