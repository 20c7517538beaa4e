import { use, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext, type Location } from 'react-router'

/**
 * Where the user is going, or stands; undefined once this page is gone. The router itself is asked: React draws later, and what a page does
 * in between would take back who has gone on.
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
