import * as z from 'zod/mini'

// The content security policy forbids eval: without `jitless`, zod tries it once and leaves a report in the console.
z.config({
  jitless: true,
  // Nothing where something was expected: a person is told that it is missing, not of which type it should have been.
  customError: ({ code, input }) => (code === 'invalid_type' && input === undefined ? 'Este campo es requerido.' : undefined),
})
