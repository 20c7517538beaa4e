import type { AppError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Shows a refusal as a page, in place of the JSON body. */
    errorPage?: (reply: FastifyReply, answer: AppError) => FastifyReply
  }
}
