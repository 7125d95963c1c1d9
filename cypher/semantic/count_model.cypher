// Adds what asking a language model came to, to the user's counts of that day and model.
//
// The user is locked first, so that none of two who count at once is lost.
//
// tenant:  $user_id
// access:  write
// params:  $day             STRING   in UTC
//          $model           STRING
//          $prompts         INTEGER
//          $tokens_read     INTEGER
//          $tokens_written  INTEGER
// columns: counted  INTEGER  users: 1, or 0 where there is none
// order:   one row
CYPHER 25
MATCH (user:User {user_id: $user_id})
SET user.facts_version = coalesce(user.facts_version, 0)
WITH user, [
  entry IN coalesce(user.model_counts, [])
  WHERE split(entry, ' ')[0] = $day AND split(entry, ' ')[4..] = split($model, ' ')
] AS before
SET user.model_counts = ([entry IN coalesce(user.model_counts, []) WHERE NOT entry IN before] + [
  $day + ' ' + toString(reduce(sum = $prompts, entry IN before | sum + toInteger(split(entry, ' ')[1])))
  + ' ' + toString(reduce(sum = $tokens_read, entry IN before | sum + toInteger(split(entry, ' ')[2])))
  + ' ' + toString(reduce(sum = $tokens_written, entry IN before | sum + toInteger(split(entry, ' ')[3])))
  + ' ' + $model
])[-3650..]
RETURN count(user) AS counted
