package dev.evenkeel.redis;

/**
 * A Lua script, which the server runs atomically. An item is a hash: its stamp {@code s}, the stamp
 * {@code g} of its table that it belongs to, the value {@code v}, and {@code t}, the server's
 * milliseconds when the stamp of its fill was given. Whatever is not there, for whatever reason,
 * was removed.
 */
enum Script {
  /** Keys: item, table. Arguments: a new stamp, milliseconds that stamps live. */
  LOOK(
      """
      local time = redis.call('TIME')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      local table = redis.call('GET', KEYS[2])
      if not table then
        table = ARGV[1]
      end
      redis.call('SET', KEYS[2], table, 'PX', 86400000)
      local item = redis.call('HMGET', KEYS[1], 's', 'g', 'v', 't')
      local stamp = item[1]
      if not stamp or item[2] ~= table then
        stamp = ARGV[1]
        redis.call('DEL', KEYS[1])
        redis.call('HSET', KEYS[1], 's', stamp, 'g', table)
        item[3] = false
      end
      local given = table .. '/' .. stamp .. '/' .. string.format('%.0f', now)
      if item[3] then
        return {given, item[3], now - tonumber(item[4])}
      end
      redis.call('PEXPIRE', KEYS[1], ARGV[2])
      return {given}
      """),

  /** Keys: item, table. Arguments: both stamps, when they were given, time to live, value. */
  FILL(
      """
      local item = redis.call('HMGET', KEYS[1], 's', 'g', 't')
      if redis.call('GET', KEYS[2]) ~= ARGV[1] or item[2] ~= ARGV[1] or item[1] ~= ARGV[2] then
        return 0
      end
      local time = redis.call('TIME')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      local age = now - tonumber(ARGV[3])
      local left = tonumber(ARGV[4]) - age
      if age < 0 or left <= 0 or (item[3] and tonumber(item[3]) > tonumber(ARGV[3])) then
        return 0
      end
      redis.call('HSET', KEYS[1], 'v', ARGV[5], 't', ARGV[3])
      redis.call('PEXPIRE', KEYS[1], string.format('%.0f', left))
      return 1
      """);

  final String text;

  Script(String text) {
    this.text = text;
  }
}
